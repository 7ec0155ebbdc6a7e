//! The language server in a real editor: Neovim without a screen, with the settings of `editors/neovim`.
//!
//! Where there is no Neovim the test says that it did not run. With `CERTUS_NEOVIM=1` in the environment, as CI has it, that
//! is a failure.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
spec fn twice(x: int) -> int { x + x }
fn right(x: u8) -> (r: u8)
    requires x < 100,
    ensures r == twice(x as int),
{ x + x }
}
fn main() {}
";

/// What the editor does: it opens a file, waits until that is verified, puts an error in, saves, and looks around.
const SCRIPT: &str = r#"
local function fail(text)
  print('FAILED: ' .. text)
  vim.cmd('cquit!')
end
local function wait(what, done)
  if not vim.wait(60000, done, 20) then
    fail(what .. ': ' .. vim.inspect(vim.diagnostic.get(0)))
  end
end
local function ask(method, line, column)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = column },
  }
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end
local function has_hover()
  local hover = ask('textDocument/hover', 5, 17)
  return hover and hover.contents and hover.contents.value:find('spec fn twice') ~= nil
end

require('certus').setup({ cmd = { vim.env.CERTUS, 'lsp' } })
vim.cmd('filetype on')
vim.cmd('edit ' .. vim.env.PROGRAM)
local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
end
wait('the server', function() return vim.tbl_count(clients()) == 1 end)
wait('names', has_hover)
if #vim.diagnostic.get(0) ~= 0 then
  fail('errors in a right program')
end

vim.api.nvim_buf_set_lines(0, 6, 7, true, { '{ x }' })
vim.cmd('write')
wait('an error', function() return #vim.diagnostic.get(0) == 1 end)
local found = vim.diagnostic.get(0)[1]
if found.lnum ~= 6 or found.source ~= 'certus' or not found.message:find('postcondition not satisfied') then
  fail(vim.inspect(found))
end
local lenses = ask('textDocument/codeLens', 0, 0)
if not lenses or #lenses == 0 then
  fail('no code lenses')
end

vim.api.nvim_buf_set_lines(0, 6, 7, true, { '{ x + x }' })
vim.cmd('write')
wait('no error', function() return #vim.diagnostic.get(0) == 0 end)

local definition = ask('textDocument/definition', 5, 17)
if not definition or definition.range.start.line ~= 2 then
  fail('definition: ' .. vim.inspect(definition))
end
print('PASSED')
vim.cmd('qall!')
"#;

/// The version of Neovim, if there is one that the settings are for.
fn version() -> Option<String> {
    let output = Command::new("nvim").arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.lines().next()?.strip_prefix("NVIM v")?.to_string();
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    let (major, minor) = (numbers.next()?, numbers.next()?);
    ((major, minor) >= (0, 7)).then_some(version)
}

#[test]
fn neovim_shows_what_the_server_says() {
    let Some(version) = version() else {
        assert!(std::env::var_os("CERTUS_NEOVIM").is_none(), "there is no Neovim 0.7 or newer");
        println!("NOT RUN: there is no Neovim 0.7 or newer");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (program, script) = (folder.path().join("main.rs"), folder.path().join("script.lua"));
    std::fs::write(&program, PROGRAM).expect("to write the program");
    std::fs::write(&script, SCRIPT).expect("to write the script");
    let lua = folder.path().join("runtime/lua");
    std::fs::create_dir_all(&lua).expect("a folder");
    let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/neovim/certus.lua");
    std::fs::copy(settings, lua.join("certus.lua")).expect("to copy the settings");
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "--clean", "-n", "--cmd"]);
    nvim.arg(format!("set runtimepath^={}", folder.path().join("runtime").display()));
    nvim.arg("-c").arg(format!("luafile {}", script.display()));
    nvim.env("CERTUS", env!("CARGO_BIN_EXE_certus")).env("PROGRAM", &program).current_dir(folder.path());
    let output = nvim.output().expect("Neovim runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("PASSED"), "Neovim {version}: {said}");
}
