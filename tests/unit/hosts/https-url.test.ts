import { describe, expect, it } from 'vitest'
import { isLoopback, loopbackUrl, vetHttpsUrl } from '../../../electron/platform/https-url.ts'

const origin = 'https://auth.example.com'

it.each([
  ['https://auth.example.com', 'https://auth.example.com/'],
  [
    'https://auth.example.com/authorize?client_id=a&state=b%26c',
    'https://auth.example.com/authorize?client_id=a&state=b%26c',
  ],
  ['https://auth.example.com:443/x', 'https://auth.example.com/x'],
  ['HTTPS://AUTH.example.com/x', 'https://auth.example.com/x'],
  [
    'https://auth.example.com/x?redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fcb',
    'https://auth.example.com/x?redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fcb',
  ],
])('lets %s out', (url, href) => {
  expect(vetHttpsUrl(url, origin)).toBe(href)
})

it.each([
  'http://auth.example.com/',
  'file:///etc/passwd',
  'file://auth.example.com/share/x.exe',
  'file:\\\\auth.example.com\\share',
  '\\\\auth.example.com\\share\\x.exe',
  '//auth.example.com/share',
  'ftp://auth.example.com/',
  'sftp://auth.example.com/',
  'smb://auth.example.com/share',
  'ssh://auth.example.com/',
  'ws://auth.example.com/',
  'wss://auth.example.com/',
  'javascript:alert(1)',
  'javascript://auth.example.com/%0aalert(1)',
  'vbscript:msgbox',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://auth.example.com/uuid',
  'filesystem:https://auth.example.com/temporary/x',
  'view-source:https://auth.example.com/',
  'about:blank',
  'chrome://settings',
  'app://steward/',
  'ms-msdt:/id PCWDiagnostic /skip force',
  'ms-officecmd:{}',
  'ms-word:ofe|u|https://auth.example.com/x.docx',
  'search-ms:query=x&crumb=location:\\\\evil',
  'ms-settings:',
  'mailto:someone@example.com',
  'tel:+123',
  'steam://run/1',
  'vscode://file/etc/passwd',
  'itms-services://?action=x',
  'intent://auth.example.com#Intent;end',
  'jar:https://auth.example.com!/x',
  'ldap://auth.example.com',
  'https://auth.example.com:8443/',
  'https://auth.example.com.evil.test/',
  'https://evil.test/auth.example.com',
  'https://evil.test/?https://auth.example.com',
  'https://evil.test#https://auth.example.com',
  'https://xauth.example.com/',
  'https://example.com/',
  'https://auth.example.com./',
  'https://auth.example.com@evil.test/',
  'https://user@auth.example.com/',
  'https://user:pass@auth.example.com/',
  'https://:pass@auth.example.com/',
  'https://evil.test\\@auth.example.com/',
  'https:\\\\auth.example.com\\x',
  'https:auth.example.com',
  'https:/auth.example.com/',
  'https:///auth.example.com/',
  'ht\ttps://auth.example.com/',
  'https://auth.exam\nple.com/',
  ' https://auth.example.com/',
  'https://auth.example.com/ calc.exe',
  'https://auth.example.com/\u0000',
  'https://auth.example.com/\u202Egnp.exe',
  'https://аuth.example.com/',
  'https://auth。example。com/',
  'https://ａuth.example.com/',
  'https://auth.example.com%2eevil.test/',
  'https://[::1]/',
  'https://127.0.0.1/',
  'calc.exe',
  '/usr/bin/xcalc',
  '--help',
  '',
])('keeps %j in', (url) => {
  expect(() => vetHttpsUrl(url, origin)).toThrow()
})

it('keeps in what is too long for any browser', () => {
  expect(() => vetHttpsUrl(`https://auth.example.com/${'a'.repeat(9_000)}`, origin)).toThrow(RangeError)
})

describe('an address of this computer', () => {
  it.each(['http://127.0.0.1:4321', 'http://localhost:4321', 'http://[::1]:4321'])('may be one of %s', (own) => {
    const url = loopbackUrl(own, '/sign-in/x')
    expect(url).toBe(`${own}/sign-in/x`)
    expect(isLoopback(new URL(url))).toBe(true)
  })

  it.each([
    ['http://evil.test', '/'],
    ['https://127.0.0.1:4321', '/'],
    ['http://127.0.0.1:4321', '//evil.test/'],
    ['http://127.0.0.1:4321', 'http://evil.test/'],
    ['http://127.0.0.1:4321', '\\\\evil.test'],
    ['http://127.0.0.1.evil.test', '/'],
    ['http://user@127.0.0.1:4321', '/'],
    ['file:///etc/passwd', '/etc/passwd'],
  ])('is not %s with %s', (own, path) => {
    expect(() => loopbackUrl(own, path)).toThrow()
  })
})
