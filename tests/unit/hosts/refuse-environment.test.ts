import { expect, it } from 'vitest'
import { refuseEnvironment } from '../../../electron/hosts/common/refuse-environment.ts'

const start =
  (env: Record<string, string>, readsNodeOptions = true) =>
  () =>
    refuseEnvironment(env, { readsNodeOptions })

it('the start refuses an environment in which Node checks no certificate, and names the variable, in both shells', () => {
  for (const readsNodeOptions of [true, false]) {
    expect(start({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, readsNodeOptions)).toThrow('NODE_TLS_REJECT_UNAUTHORIZED')
  }
  expect(start({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toThrow()
})

it.each([
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect_wait',
  '--debug-port=1',
  '--require /opt/agent.cjs',
  '--require=/opt/agent.cjs',
  '-r /opt/agent.cjs',
  '--import "/opt/my agent.mjs"',
  '--experimental-loader=/opt/agent.mjs',
  '--experimental-config-file=node.config.json',
  '--openssl-config=/tmp/openssl.cnf',
  '--openssl_config /tmp/openssl.cnf',
  '--openssl-shared-config',
  '--tls-cipher-list=eNULL@SECLEVEL=0',
  '--experimental-package-map=/tmp/map.json',
  '--tls-keylog=/tmp/keys',
  '--trace-tls',
  '--insecure-http-parser',
  '--heapsnapshot-signal=SIGUSR2',
  '--heap-prof',
  '--abort-on-uncaught-exception',
])('refuses NODE_OPTIONS=%j and names the option', (options) => {
  const name = options.split(/[ =]/)[0] ?? ''
  for (const given of [options, `--no-warnings ${options}`, `--max-old-space-size=900  "${options}"`]) {
    expect(start({ NODE_OPTIONS: given })).toThrow(`NODE_OPTIONS has ${name},`)
    expect(start({ NODE_OPTIONS: given }, false)).not.toThrow()
  }
})

it.each(['--ins"pect"', '"--ins\\pect=0"'])('the start refuses %j, which Node reads as --inspect', (given) => {
  expect(start({ NODE_OPTIONS: given })).toThrow('NODE_OPTIONS has --inspect,')
})

it.each([
  ['OPENSSL_CONF', '/tmp/openssl.cnf'],
  ['NODE_PATH', '/usr/lib/nodejs'],
])('the start refuses %s and names it; the desktop shell, which does not read it, starts', (name, value) => {
  expect(start({ [name]: value })).toThrow(`The environment variable ${name} is set,`)
  expect(start({ [name]: '' })).not.toThrow()
  expect(start({ [name]: value }, false)).not.toThrow()
})

it('the start starts with options and variables that weaken nothing, such as a firm’s authority or a limit of memory', () => {
  const env = {
    NODE_OPTIONS:
      '--max-old-space-size=4096 --no-warnings --use-system-ca --use-openssl-ca --enable-source-maps --openssl-legacy-provider --tls-min-v1.0',
    NODE_EXTRA_CA_CERTS: '/etc/firm.pem',
    SSL_CERT_FILE: '/etc/firm.pem',
    SSL_CERT_DIR: '/etc/firm',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_V8_COVERAGE: '/tmp/coverage',
    SSLKEYLOGFILE: '/tmp/keys',
  }
  expect(start(env)).not.toThrow()
  expect(start({})).not.toThrow()
})
