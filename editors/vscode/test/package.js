// Checks a packaged extension without an editor: what the manifest promises is in the package, and the extension starts the
// server with its settings.
//
// Usage: node test/package.js certus.vsix

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const yauzl = require("yauzl");

/** Unpacks a file into a folder, and gives the names of its parts. */
function unpack(file, folder) {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, zip) => {
      if (error) {
        return reject(error);
      }
      const names = [];
      zip.on("entry", (entry) => {
        names.push(entry.fileName);
        const target = path.join(folder, entry.fileName);
        if (entry.fileName.endsWith("/")) {
          return zip.readEntry();
        }
        fs.mkdirSync(path.dirname(target), { recursive: true });
        zip.openReadStream(entry, (error, stream) => {
          if (error) {
            return reject(error);
          }
          stream.pipe(fs.createWriteStream(target)).on("finish", () => zip.readEntry());
        });
      });
      zip.on("end", () => resolve(names));
      zip.on("error", reject);
      zip.readEntry();
    });
  });
}

function checkManifest(manifest, root) {
  assert.equal(manifest.name, "certus");
  assert.deepEqual(manifest.activationEvents, ["onLanguage:rust"]);
  assert.ok(fs.existsSync(path.join(root, manifest.main)), "the main file is in the package");
  // The client library is in the package as well.
  for (const name of Object.keys(manifest.dependencies)) {
    assert.ok(fs.existsSync(path.join(root, "node_modules", name, "package.json")), name);
  }
  for (const name of Object.keys(manifest.devDependencies)) {
    assert.ok(!fs.existsSync(path.join(root, "node_modules", name)), `${name} is for development only`);
  }
}

function checkGrammars(manifest, root) {
  assert.equal(manifest.contributes.grammars.length, 1);
  for (const declared of manifest.contributes.grammars) {
    const grammar = JSON.parse(fs.readFileSync(path.join(root, declared.path), "utf8"));
    assert.equal(grammar.scopeName, declared.scopeName);
    const scopeOf = (text) => grammar.patterns.find((one) => new RegExp(one.match).test(text))?.name;
    assert.equal(scopeOf("    requires x < 9,"), "keyword.control.clause.certus");
    assert.equal(scopeOf("pub open spec fn f()"), "storage.modifier.mode.certus");
    assert.equal(scopeOf("forall|i: int| p(i)"), "keyword.operator.quantifier.certus");
    assert.equal(scopeOf("let requires_more = opened;"), undefined);
    assert.equal(scopeOf("proof.open(spec)"), undefined);
  }
}

/** Runs the extension with stubs of the editor and of the client library, which record what is asked of them. */
async function checkActivation(manifest, root) {
  const seen = { commands: new Map(), clients: [], notifications: [], requests: [], onChange: null };
  const defaults = manifest.contributes.configuration.properties;
  const changed = { "certus.extraArgs": ["--rlimit", "30"] };
  const get = (name) => changed[`certus.${name}`] ?? defaults[`certus.${name}`].default;
  const document = { uri: "file:///main.rs", save: async () => seen.requests.push("save") };
  const vscode = {
    commands: { registerCommand: (name, run) => (seen.commands.set(name, run), { dispose() {} }) },
    window: { activeTextEditor: { document } },
    workspace: {
      getConfiguration: () => ({ get }),
      onDidChangeConfiguration: (run) => ((seen.onChange = run), { dispose() {} }),
    },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, server, options, isRunning: false, outputChannel: { show() {} } });
      this.code2ProtocolConverter = { asUri: (uri) => String(uri) };
      seen.clients.push(this);
    }
    async start() {
      this.isRunning = true;
    }
    async stop() {
      this.isRunning = false;
    }
    async sendNotification(method, params) {
      seen.notifications.push([method, params]);
    }
    async sendRequest(method, params) {
      seen.requests.push([method, params]);
    }
  }
  const load = Module._load;
  Module._load = (name, ...rest) => {
    const stubs = { vscode, "vscode-languageclient/node": { LanguageClient } };
    return stubs[name] ?? load(name, ...rest);
  };
  const extension = require(path.join(root, manifest.main));
  Module._load = load;

  const context = { subscriptions: [] };
  await extension.activate(context);
  const [client] = seen.clients;
  assert.ok(client.isRunning);
  assert.deepEqual(client.server, { command: "certus", args: ["lsp"] });
  const settings = client.options.initializationOptions;
  const named = Object.keys(defaults).map((name) => name.replace("certus.", ""));
  assert.deepEqual(Object.keys(settings).sort(), named.filter((name) => name !== "path").sort(), "each setting is sent");
  assert.deepEqual(settings.extraArgs, ["--rlimit", "30"]);

  const commands = manifest.contributes.commands.map((one) => one.command);
  assert.deepEqual([...seen.commands.keys()].sort(), commands.sort(), "each command does something");
  await seen.commands.get("certus.verifyNow")();
  const verify = { command: "certus.verify", arguments: ["file:///main.rs"] };
  assert.deepEqual(seen.requests, ["save", ["workspace/executeCommand", verify]]);

  await seen.onChange({ affectsConfiguration: (name) => name === "certus" });
  assert.equal(seen.notifications[0][0], "workspace/didChangeConfiguration");
  await seen.onChange({ affectsConfiguration: () => true });
  assert.equal(seen.clients.length, 2, "another program is started");
  assert.ok(!client.isRunning && seen.clients[1].isRunning);
  await extension.deactivate();
  assert.ok(!seen.clients[1].isRunning);
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "certus-vsix-"));
  try {
    const names = await unpack(process.argv[2], folder);
    assert.ok(names.includes("extension.vsixmanifest") && names.includes("[Content_Types].xml"));
    const root = path.join(folder, "extension");
    const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    checkManifest(manifest, root);
    checkGrammars(manifest, root);
    await checkActivation(manifest, root);
    console.log("PASSED");
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
