import { build } from 'electron-builder'
import { configurationOf, root } from '../../tools/package/configuration.ts'

// Lets the packager describe the AppImage of an unpacked app, and stops it before it builds one, which would download a program:
//   node tests/doubles/appimage-entry.ts UNPACKED OUTPUT

const [unpacked = '', output = ''] = process.argv.slice(2)

await build({
  projectDir: root,
  prepackaged: unpacked,
  linux: ['AppImage'],
  publish: 'never',
  config: configurationOf({ platform: 'linux', env: {}, release: false, output }),
  async effectiveOptionComputed(said) {
    console.log(`ENTRY ${JSON.stringify(said)}`)
    return true
  },
})
