/** The exact output of reg.exe: a blank line first, four spaces before and between, CRLF line ends. */
const printed = (lines: string[]) => ['', ...lines, '', ''].join('\r\n')

export const ofTheComputer = printed([
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Steward',
  '    (Default)    REG_SZ    (value not set)',
  '    read_only    REG_DWORD    0x1',
  '    No_Export    REG_DWORD    0x0',
  '    max_cache_age_hours    REG_DWORD    0x48',
  '    updates    REG_SZ    off',
  '',
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Steward\\allowed_base_urls',
  '    1    REG_SZ    https://firm.example.com',
  '    2    REG_SZ    https://shared.example.com/tenants/firm',
  '',
  'HKEY_LOCAL_MACHINE\\Software\\Policies\\Steward\\connection',
  '    name    REG_SZ    Firm    REG_SZ    of odd names',
  '    base_url    REG_EXPAND_SZ    https://firm.example.com',
  '    auth_url    REG_SZ    https://auth.example.com',
  '    client_id    REG_SZ    desktop',
  '    redirect_uri    REG_SZ    http://127.0.0.1:8400/callback',
  '    pkce    REG_DWORD    0x1',
  '    ca_certificate    REG_MULTI_SZ    -----BEGIN CERTIFICATE-----\\0AAAA\\0-----END CERTIFICATE-----',
])

export const ofTheUser = printed([
  'HKEY_CURRENT_USER\\Software\\Policies\\Steward',
  '    read_only    REG_DWORD    0x0',
  '    idle_minutes    REG_DWORD    0xf',
  '    updates    REG_SZ    ask',
  '    wallpaper    REG_SZ    blue',
])

/** The key above with these subkeys. */
export const policiesKey = (names: readonly string[]) =>
  printed(['Google', 'Microsoft', ...names].map((name) => `HKEY_LOCAL_MACHINE\\Software\\Policies\\${name}`))

export const absentKey = {
  code: 1,
  stdout: '',
  stderr: 'ERROR: The system was unable to find the specified registry key or value.\r\n',
}

export const disabledTools = {
  code: 1,
  stdout: '',
  stderr: 'ERROR: Registry editing has been disabled by your administrator.\r\n',
}
