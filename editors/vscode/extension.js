// The Certus extension: starts `certus lsp` and gives it the settings.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const own = workspace.getConfiguration("certus");
  const names = ["root", "extraArgs", "verifyOnOpen", "codeLens", "inlayHints", "keepReady"];
  return Object.fromEntries(names.map((name) => [name, own.get(name)]));
}

function start() {
  const command = workspace.getConfiguration("certus").get("path");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("certus", "Certus", server, {
    documentSelector: [{ scheme: "file", language: "rust" }],
    initializationOptions: settings(),
  });
  return client.start();
}

async function stop() {
  if (client) {
    await client.stop();
  }
}

async function verifyNow() {
  const editor = window.activeTextEditor;
  if (!editor) {
    return;
  }
  await editor.document.save();
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  await client.sendRequest("workspace/executeCommand", { command: "certus.verify", arguments: [uri] });
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("certus.verifyNow", verifyNow),
    commands.registerCommand("certus.restart", restart),
    commands.registerCommand("certus.showOutput", () => client.outputChannel.show()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("certus.path")) {
        return restart();
      }
      if (change.affectsConfiguration("certus")) {
        return client.sendNotification("workspace/didChangeConfiguration", { settings: { certus: settings() } });
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
