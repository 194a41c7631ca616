import { expect, test } from 'vitest'
import { filesOfInput } from '../../../renderer/features/intake/add/picked-files.ts'

function inFolder(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? '')
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}

test('what programs leave in a folder and links are left out, each with the reason, and everything else is taken', () => {
  const taken = [
    'Estate/Letter.docx',
    'Estate/.hidden will.pdf',
    'Estate/~draft.docx',
    'Estate/lock.docx#',
    'My link.url',
  ]
  const left = [
    ['Estate/._Letter.docx', 'attributes of another file, made by macOS'],
    ['Estate/~$Letter.docx', 'made by Office while a document is open'],
    ['Estate/.~lock.Letter.odt#', 'made by LibreOffice while a document is open'],
    ['Estate/Thumbs.db', 'made by the system'],
    ['Estate/thumbs.db', 'made by the system'],
    ['Estate/Desktop.ini', 'made by the system'],
    ['Estate/.DS_Store', 'made by the system'],
    ['Estate/__MACOSX/Letter.docx', 'made by the system'],
    ['Estate/Trust.lnk', 'a link to another place'],
    ['Estate/Bank.URL', 'a link to another place'],
    ['~$Letter.docx', 'made by Office while a document is open'],
  ] as const
  const { files, leftOut } = filesOfInput([...taken, ...left.map(([path]) => path)].map(inFolder))
  const pathOf = ({ name, folder }: { name: string; folder: string }) => (folder === '' ? name : `${folder}/${name}`)
  expect(files.map(pathOf).toSorted()).toEqual(taken.toSorted())
  expect(leftOut.map((file) => [pathOf(file), file.why]).toSorted()).toEqual(left.toSorted())
})
