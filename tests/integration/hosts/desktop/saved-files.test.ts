import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../doubles/desktop-files-process.ts', import.meta.url))

it('asks with the system dialog where a file goes, takes no for an answer, shows a file in its folder, opens copies and gives them to a drag', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  expect(JSON.parse(stdout)).toEqual({
    chosen: { folder: '/home/ada/Downloads', name: 'Households – Firm.csv', replace: true },
    left: null,
    dialogs: [
      {
        window: false,
        options: {
          defaultPath: '/home/ada/Downloads/Households – Firm.csv',
          properties: ['showOverwriteConfirmation'],
          filters: [{ name: 'CSV', extensions: ['csv'] }],
        },
      },
      {
        window: true,
        options: {
          defaultPath: '/home/ada/Downloads/Households – Firm.xlsx',
          properties: ['showOverwriteConfirmation'],
          filters: [{ name: 'XLSX', extensions: ['xlsx'] }],
        },
      },
    ],
    shown: [script],
    opened: ['Will.pdf/Will.pdf', 'people.csv/people.csv'],
    drags: [
      { file: 'Will.pdf/Will.pdf', icon: { from: 'icon of the file', width: 32, height: 32 } },
      // Without an icon of the system's, a drawn one.
      { file: 'Will.pdf/Will.pdf', icon: { from: 'bitmap', width: 32, height: 32 } },
      { file: 'Will.pdf/Will.pdf', icon: { from: 'bitmap', width: 32, height: 32 } },
    ],
    // That computer has no program for tables, and later no window has focus.
    codes: ['files/not-opened', 'files/not-opened'],
  })
})
