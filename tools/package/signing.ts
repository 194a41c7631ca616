export type Platform = 'win32' | 'darwin' | 'linux'

const platforms: readonly string[] = ['win32', 'darwin', 'linux'] satisfies Platform[]

/** Returns whether there are packages for an operating system. */
export const isPlatform = (name: string): name is Platform => platforms.includes(name)

type Environment = Readonly<Record<string, string | undefined>>

/** One variable of each line must be set. The signing tools read certificates and passwords from these variables themselves. */
const needed: Readonly<Record<Platform, readonly (readonly string[])[]>> = {
  win32: [
    ['WIN_CSC_LINK', 'CSC_LINK', 'STEWARD_AZURE_SIGNING_ACCOUNT'],
    ['WIN_CSC_KEY_PASSWORD', 'CSC_KEY_PASSWORD', 'STEWARD_AZURE_SIGNING_ACCOUNT'],
    ['STEWARD_PUBLISHER'],
  ],
  darwin: [
    ['CSC_LINK', 'CSC_NAME'],
    ['APPLE_API_KEY', 'APPLE_KEYCHAIN_PROFILE'],
    ['APPLE_API_KEY_ID', 'APPLE_KEYCHAIN_PROFILE'],
    ['APPLE_API_ISSUER', 'APPLE_KEYCHAIN_PROFILE'],
  ],
  linux: [['STEWARD_GPG_KEY']],
}

/** Returns the names of the variables missing for a signed release; empty if all are set. */
export function missingForSigning(platform: Platform, env: Environment): string[] {
  const missing = needed[platform].filter((names) => names.every((name) => !env[name]))
  return [...missing, ...(env.STEWARD_UPDATE_URL ? [] : [['STEWARD_UPDATE_URL']])].map((names) => names.join(' or '))
}

/** Settings for Azure's signing service for Windows; the certificate never leaves the service. */
export function azureSigning(env: Environment) {
  const account = env.STEWARD_AZURE_SIGNING_ACCOUNT
  if (!account) return null
  return {
    publisherName: env.STEWARD_PUBLISHER ?? '',
    endpoint: env.STEWARD_AZURE_SIGNING_ENDPOINT ?? '',
    codeSigningAccountName: account,
    certificateProfileName: env.STEWARD_AZURE_SIGNING_PROFILE ?? '',
  }
}
