import { describe, expect, it } from 'vitest'
import { findLicences, readLicences } from '../../../../renderer/features/about/licences.ts'
import { noticeOf } from '../../../../tools/package/third-party.ts'

const rule = '-'.repeat(78)
const party = (name: string, author: string, ...texts: string[]) => ({
  name,
  version: '1.2.3',
  place: `node_modules/${name}`,
  license: 'MIT AND ISC',
  author,
  texts,
})

const notice = noticeOf([
  party('@scope/one', 'Jo (https://jo.example)', 'The MIT License\n\nPermission is hereby granted', 'NOTICE of Jo'),
  party('two', '', `Above\n\n${rule}\n\nBelow a rule`),
  party('three', ''),
])

describe('the notice of third-party licences', () => {
  it('is read package by package, as the build writes it', () => {
    expect(readLicences(notice)).toEqual([
      {
        name: '@scope/one 1.2.3',
        kind: 'MIT AND ISC',
        author: 'Jo (https://jo.example)',
        text: 'The MIT License\n\nPermission is hereby granted\n\nNOTICE of Jo',
      },
      { name: 'two 1.2.3', kind: 'MIT AND ISC', author: '', text: `Above\n\n${rule}\n\nBelow a rule` },
      { name: 'three 1.2.3', kind: 'MIT AND ISC', author: '', text: '' },
    ])
  })

  it.each([
    ['', ['@scope/one 1.2.3', 'two 1.2.3', 'three 1.2.3']],
    ['ONE', ['@scope/one 1.2.3']],
    ['jo permission', ['@scope/one 1.2.3']],
    ['below', ['two 1.2.3']],
    ['mit isc', ['@scope/one 1.2.3', 'two 1.2.3', 'three 1.2.3']],
    ['gpl', []],
  ])('is searched for %j in names, kinds, authors and texts', (typed, names) => {
    expect(findLicences(readLicences(notice), typed).map(({ name }) => name)).toEqual(names)
  })
})
