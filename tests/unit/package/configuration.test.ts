import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { describe, expect, it } from 'vitest'
import { bundleId } from '../../../electron/policy/policy-places.ts'
import { configurationOf, root } from '../../../tools/package/configuration.ts'
import { missingForSigning } from '../../../tools/package/signing.ts'
import { assertSystemLibraries, neededVersions } from '../../../tools/package/system-libraries.ts'

const silent = { isEnabled: false } as Parameters<typeof validateConfiguration>[1]
const platforms = ['win32', 'darwin', 'linux'] as const
const env = {
  STEWARD_UPDATE_URL: 'https://updates.example.com/steward',
  STEWARD_PUBLISHER: 'CN=Steward, O=Steward, C=US',
}
const azure = { STEWARD_AZURE_SIGNING_ACCOUNT: 'steward', STEWARD_AZURE_SIGNING_ENDPOINT: 'https://eus.example.com' }

describe('the packager’s configuration', () => {
  it.each(platforms)('is one that the packager takes, for %s', async (platform) => {
    for (const release of [true, false]) {
      for (const surroundings of [env, {}, { ...env, ...azure }]) {
        const configuration = configurationOf({ platform, env: surroundings, release })
        await expect(validateConfiguration(configuration, silent)).resolves.toBeUndefined()
      }
    }
  })

  it('takes a variable without a value for none', () => {
    const empty = { STEWARD_UPDATE_URL: '', STEWARD_PUBLISHER: '' }
    const configured = (surroundings: Record<string, string>) =>
      configurationOf({ platform: 'win32', env: surroundings, release: false })
    expect(configured(empty)).toEqual(configured({}))
    expect(configured(empty)).toMatchObject({
      publish: null,
      extraMetadata: { updates: { url: null, publisher: null } },
    })
  })

  it('is refused by the packager where it has a word that does not exist', async () => {
    const configuration = { ...configurationOf({ platform: 'linux', env, release: true }), electronFuse: {} }
    await expect(validateConfiguration(configuration, silent)).rejects.toThrow('electronFuse')
  })

  it('makes an installer for one person and one for a computer, a universal app, Debian and RPM packages, and an AppImage last', () => {
    const { win, mac, linux, nsis, msi } = configurationOf({ platform: 'win32', env, release: true })
    expect(win?.target).toEqual(['nsis', 'msi'])
    expect(nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false })
    expect(msi).toMatchObject({ perMachine: true })
    expect(mac?.target).toEqual([
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ])
    expect(linux?.target).toEqual(['deb', 'rpm', 'AppImage'])
  })

  it('puts a batch file beside the program on Windows, which runs the command line and returns its exit code', async () => {
    const { win } = configurationOf({ platform: 'win32', env, release: true })
    expect(win?.extraFiles).toEqual([{ from: 'resources/steward.cmd', to: 'steward.cmd' }])
    const lines = (await readFile(join(root, 'resources/steward.cmd'), 'latin1')).split('\r\n')
    expect(lines.slice(2)).toEqual(['"%~dp0Steward.exe" --cli %*', 'exit /b %errorlevel%', ''])
  })

  it('leaves no way around the archive: the fuses, the archive itself, and no file beside it but native modules', () => {
    const configuration = configurationOf({ platform: 'linux', env, release: true })
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(configuration).toMatchObject({ asar: { smartUnpack: false }, asarUnpack: ['**/*.node'] })
    expect(configuration).not.toHaveProperty('disableAsarIntegrity')
    expect(configuration).not.toHaveProperty('extraResources')
    expect(configuration).not.toHaveProperty('extraFiles')
    // With this a debugger could drive it: `hosts/desktop/refuse-switches.ts`.
    expect(configuration.extraMetadata).not.toHaveProperty('inspectable')
  })

  it('is known to the systems by one name, and needs what shows notices on Linux', () => {
    const configuration = configurationOf({ platform: 'linux', env, release: true })
    // Windows shows notifications only if the app's start menu entry has this id.
    expect(configuration.appId).toBe(bundleId)
    expect(configuration).toMatchObject({
      linux: { syncDesktopName: true },
      extraMetadata: { desktopName: 'com.steward.Steward.desktop' },
    })
    expect(configuration.deb?.depends).toContain('libnotify4')
    expect(configuration.rpm?.depends).toContain('libnotify.so.4()(64bit)')
  })

  it('lets a Mac drop files on the icon, and takes no kind of file from the program that has it', () => {
    expect(configurationOf({ platform: 'darwin', env, release: true }).mac?.extendInfo).toEqual({
      CFBundleDocumentTypes: [
        expect.objectContaining({ LSItemContentTypes: ['public.data'], LSHandlerRank: 'Alternate' }),
      ],
    })
  })

  it('fails a release that cannot be signed, and never publishes by itself', () => {
    const release = configurationOf({ platform: 'darwin', env, release: true })
    expect(release).toMatchObject({ forceCodeSigning: true, mac: { hardenedRuntime: true, notarize: true } })
    expect(release.win).toMatchObject({ verifyUpdateCodeSignature: true })
    expect(release.publish).toEqual({ provider: 'generic', url: env.STEWARD_UPDATE_URL })
    expect(configurationOf({ platform: 'darwin', env: {}, release: false }).publish).toBeNull()
  })

  it('registers the links of this program, and takes that back when it is removed from Windows', async () => {
    const { protocols, directories } = configurationOf({ platform: 'linux', env, release: true })
    expect(protocols).toEqual([{ name: 'Steward', schemes: ['steward'], role: 'Viewer' }])
    const script = await readFile(join(root, String(directories?.buildResources), 'installer.nsh'), 'utf8')
    expect(script).toContain('!macro customUnInstall\n  DeleteRegKey HKCU "Software\\Classes\\steward"\n!macroend')
  })

  it('has its icons, and lets go of nothing of the hardened runtime but what V8 needs', async () => {
    const { win, mac, linux } = configurationOf({ platform: 'linux', env, release: true })
    for (const path of [win?.icon, mac?.icon, linux?.icon])
      expect((await stat(join(root, String(path)))).size).toBeGreaterThan(0)
    const entitlements = await readFile(join(root, String(mac?.entitlements)), 'utf8')
    expect(entitlements.match(/<key>(.*?)<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
  })
})

describe('a package for Linux', () => {
  it('names the versions of the system libraries that its native modules need, and what its keychain module loads', async () => {
    const { deb, rpm } = configurationOf({ platform: 'linux', env, release: true })
    expect(deb?.depends).toEqual(
      expect.arrayContaining(['libc6 (>= 2.34)', 'libstdc++6 (>= 11)', 'libsecret-1-0', 'libgbm1', 'libasound2']),
    )
    expect(rpm?.depends).toEqual(
      expect.arrayContaining([
        'libc.so.6(GLIBC_2.34)(64bit)',
        'libstdc++.so.6(GLIBCXX_3.4.29)(64bit)',
        'libsecret-1.so.0()(64bit)',
      ]),
    )
    for (const arch of ['x64', 'arm64']) {
      const module = await readFile(join(root, `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`))
      expect(neededVersions(module)).toEqual({ GLIBC: '2.34', GLIBCXX: '3.4.29' })
    }
  })

  it('brings the manual page of the command line, which is not in the AppImage', async () => {
    const { deb, rpm, appImage } = configurationOf({ platform: 'linux', env, release: true })
    for (const { fpm } of [deb ?? {}, rpm ?? {}]) {
      const [source = '', place] = fpm?.[0]?.split('=') ?? []
      expect({ place, count: fpm?.length }).toEqual({ place: '/usr/share/man/man1/steward.1', count: 1 })
      expect(await readFile(source, 'utf8')).toMatch(/^\.TH STEWARD 1\n/)
    }
    expect(appImage).not.toHaveProperty('fpm')
  })

  it('is not made of a native module that needs more than it names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-modules-'))
    try {
      await expect(assertSystemLibraries(folder)).rejects.toThrow('no native modules')
      await writeFile(join(folder, 'keytar.node'), 'GLIBC_2.2.5\0GLIBC_2.34\0GLIBCXX_3.4.9\0')
      await expect(assertSystemLibraries(folder)).resolves.toBeUndefined()
      await writeFile(join(folder, 'keytar.node'), 'GLIBC_2.4\0GLIBC_2.38\0')
      await expect(assertSystemLibraries(folder)).rejects.toThrow(
        'keytar.node needs GLIBC 2.38, and the packages promise 2.34.',
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('lets its AppImage start in the sandbox, and brings an AppArmor profile with the others', async () => {
    const configuration = configurationOf({ platform: 'linux', env, release: true })
    expect(configuration.appImage).toEqual({ executableArgs: [] })
    // Without a profile of ours the packager writes its own, which lets the program create user namespaces.
    expect(configuration.deb).not.toHaveProperty('appArmorProfile')
    const template = join(root, 'node_modules/app-builder-lib/templates/linux/apparmor-profile.tpl')
    expect(await readFile(template, 'utf8')).toMatch(/profile "\$\{executable\}".*flags=\(unconfined\) \{\s*userns,/)
  })
})

describe('signing', () => {
  it('names what is missing, and asks for nothing when all of it is there', () => {
    expect(missingForSigning('linux', {})).toEqual(['STEWARD_GPG_KEY', 'STEWARD_UPDATE_URL'])
    expect(missingForSigning('win32', {})).toEqual([
      'WIN_CSC_LINK or CSC_LINK or STEWARD_AZURE_SIGNING_ACCOUNT',
      'WIN_CSC_KEY_PASSWORD or CSC_KEY_PASSWORD or STEWARD_AZURE_SIGNING_ACCOUNT',
      'STEWARD_PUBLISHER',
      'STEWARD_UPDATE_URL',
    ])
    expect(missingForSigning('win32', { ...env, ...azure })).toEqual([])
    expect(missingForSigning('darwin', { ...env, CSC_LINK: 'x', APPLE_KEYCHAIN_PROFILE: 'x' })).toEqual([])
    expect(missingForSigning('darwin', { ...env, CSC_LINK: '' })).toHaveLength(4)
  })
})
