/**
 * Options of `NODE_OPTIONS` with which every program that runs on Node, Steward too, checks or protects less. The command line of a clone
 * is its developer's own, but the environment is inherited unseen.
 */
const refusedOptions: readonly { form: RegExp; effect: string }[] = [
  { form: /^--(inspect|debug)(-|$)/, effect: 'opens Steward to a debugger' },
  {
    form: /^(--(require|import|loader|experimental-loader|snapshot-blob)|-r)$/,
    effect: 'runs another program inside Steward',
  },
  { form: /^--experimental-(default-)?config-file$/, effect: 'takes further options from a file' },
  {
    form: /^--openssl-(shared-)?config$/,
    effect: 'lets a file decide how connections are encrypted, and which libraries are loaded for it',
  },
  { form: /^--tls-cipher-list$/, effect: 'decides how strongly connections are encrypted' },
  { form: /^--experimental-package-map$/, effect: 'replaces parts of Steward by other programs' },
  { form: /^--(tls-keylog|trace-tls)$/, effect: 'writes down the keys of encrypted connections' },
  { form: /^--insecure-http-parser$/, effect: 'accepts malformed requests' },
  {
    form: /^--(heapsnapshot-signal|heapsnapshot-near-heap-limit|heap-prof|abort-on-uncaught-exception)$/,
    effect: 'writes Steward’s memory to the disk, unencrypted',
  },
]

/** Variables that do the same without an option. Electron has another library for encryption, and its packages load nothing from outside. */
const refusedVariables: readonly { name: string; effect: string }[] = [
  {
    name: 'OPENSSL_CONF',
    effect: 'lets a file decide how connections are encrypted, and which libraries are loaded for it',
  },
  { name: 'NODE_PATH', effect: 'runs other programs’ packages inside Steward' },
]

/**
 * Refuses an environment that weakens Steward: certificates that are not checked, other programs' code, another configuration of
 * encryption, and in `NODE_OPTIONS` also debuggers, recorded keys and memory in files. Variables that name further certificate authorities
 * (`NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`, `SSL_CERT_DIR`, `--use-openssl-ca`) are a firm's own way to be trusted, and are respected.
 *
 * @param options.readsNodeOptions - false in Electron, whose packages ignore `NODE_OPTIONS`
 * @throws Error with sentences that can be shown; they name the variable
 */
export function refuseEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { readsNodeOptions }: { readsNodeOptions: boolean },
): void {
  // Only this value has an effect in Node.
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') throw new Error(uncheckedCertificates)
  if (!readsNodeOptions) return
  const variable = refusedVariables.find(({ name }) => env[name])
  if (variable !== undefined) throw new Error(weakeningVariable(variable.name, variable.effect))
  const refused = refusedOption(env.NODE_OPTIONS ?? '')
  if (refused !== null) throw new Error(weakening(refused.name, refused.effect))
}

/** Node takes `_` for `-` in names, and leaves out quotes wherever they are. */
function refusedOption(options: string): { name: string; effect: string } | null {
  for (const given of options.split(/\s+/)) {
    const name = given.replace(/["'\\]/g, '').replace(/=.*$/s, '')
    const found = refusedOptions.find(({ form }) => form.test(name.replaceAll('_', '-')))
    if (found !== undefined) return { name, effect: found.effect }
  }
  return null
}

const uncheckedCertificates =
  'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0, which switches the checking of certificates off. Remove it and start Steward again. If your firm has its own certificate authority, this computer has to trust it, or the connection needs its certificate.'

const weakening = (name: string, effect: string) =>
  `The environment variable NODE_OPTIONS has ${name}, which ${effect}. Remove it there and start Steward again.`

const weakeningVariable = (name: string, effect: string) =>
  `The environment variable ${name} is set, which ${effect}. Remove it and start Steward again.`
