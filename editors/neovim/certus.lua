-- Certus in Neovim (0.7 or newer): verifies a Rust file when it is opened and when it is saved.
--
-- Put this file on the runtime path as `lua/certus.lua` and say `require('certus').setup()`, with settings if you want
-- some: `require('certus').setup({ cmd = { '/path/to/certus', 'lsp' }, settings = { root = 'src/lib.rs' } })`.

local M = {}

local defaults = {
  cmd = { 'certus', 'lsp' },
  -- Those of the server: `root`, `extraArgs`, `verifyOnOpen`, `codeLens`, `inlayHints`, `keepReady`.
  settings = {},
}

local function root_dir(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local manifest = vim.fn.findfile('Cargo.toml', vim.fn.fnameescape(folder) .. ';')
  return manifest ~= '' and vim.fn.fnamemodify(manifest, ':p:h') or folder
end

function M.setup(options)
  local config = vim.tbl_deep_extend('force', defaults, options or {})
  -- An empty table would be sent as a list.
  local settings = vim.tbl_isempty(config.settings) and vim.empty_dict() or config.settings
  local clients = {}
  local group = vim.api.nvim_create_augroup('certus', { clear = true })
  local function attach(event)
    local file = vim.api.nvim_buf_get_name(event.buf)
    if file == '' then
      return
    end
    local root = root_dir(file)
    local client = {
      name = 'certus',
      cmd = config.cmd,
      root_dir = root,
      init_options = settings,
      -- Lenses are fetched by hand in Neovim; the server says when.
      handlers = {
        ['workspace/codeLens/refresh'] = function(_, _, context)
          for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
            if vim.api.nvim_buf_is_loaded(buffer) and vim.lsp.buf_is_attached(buffer, context.client_id) then
              vim.api.nvim_buf_call(buffer, vim.lsp.codelens.refresh)
            end
          end
          return vim.NIL
        end,
      },
    }
    if vim.lsp.start then
      vim.lsp.start(client, { bufnr = event.buf })
      return
    end
    -- Version 0.7.
    local id = clients[root]
    if not id or not vim.lsp.get_client_by_id(id) then
      id = vim.lsp.start_client(client)
      clients[root] = id
    end
    if id then
      vim.lsp.buf_attach_client(event.buf, id)
    end
  end
  vim.api.nvim_create_autocmd('FileType', { group = group, pattern = 'rust', callback = attach })
end

-- Verifies the crate of a buffer now, saved as it is.
function M.verify(buffer)
  local uri = vim.uri_from_bufnr(buffer or 0)
  vim.lsp.buf_request(buffer or 0, 'workspace/executeCommand', { command = 'certus.verify', arguments = { uri } })
end

return M
