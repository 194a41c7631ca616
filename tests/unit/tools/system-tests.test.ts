import { expect, it } from 'vitest'
import { testsOfOtherSystems } from '../../../tools/lib/system-tests.mjs'

const texts: Record<string, string> = {
  'tests/unit/pure.test.ts': "import { add } from '../../shared/add.ts'\n",
  'tests/integration/process.test.ts': "readFile('/proc/1/stat')\n",
  'tests/integration/script.test.ts': "writeFile(path, '#!/bin/sh')\n",
  'tests/integration/keyring.test.ts': "import { keyring } from '../support/keyring.ts'\n",
  'tests/support/keyring.ts': "import './keyring.ts'\nimport { x } from './other.ts'\n",
  'tests/support/other.ts': "import { y } from './keyring.ts'\nspawn('dbus-run-session')\n",
}
const read = (path: string) => texts[path] ?? null
const files = Object.keys(texts).filter((path) => path.endsWith('.test.ts'))

it.each([
  ['linux', []],
  ['darwin', ['tests/integration/process.test.ts', 'tests/integration/keyring.test.ts']],
  [
    'win32',
    ['tests/integration/process.test.ts', 'tests/integration/script.test.ts', 'tests/integration/keyring.test.ts'],
  ],
] as const)(
  'on %s, the tests of other systems are left out, with those that reach them by a helper',
  (platform, left) => {
    expect(testsOfOtherSystems(files, platform, read)).toEqual(left)
  },
)
