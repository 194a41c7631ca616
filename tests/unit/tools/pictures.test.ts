import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readWordsOfScreens, recordedWords } from '../../e2e/support/words-of-screens.ts'

const recorded: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(recordedWords, 'utf8'))
const isOnScreens = readWordsOfScreens()

describe('the pictures in the documents', () => {
  it('were all taken by the script, which records the words on them', () => {
    const pictures = globSync(['docs/manual/pictures/*', 'resources/readme/*']).map((path) =>
      path.replaceAll('\\', '/'),
    )
    expect(Object.keys(recorded).toSorted()).toEqual(pictures.toSorted())
    for (const words of Object.values(recorded)) expect(words.length).toBeGreaterThan(3)
  })

  it.each(Object.entries(recorded))(
    'show in %s only words that the screens still have: npm run pictures',
    (_, words) => {
      expect(words.filter((word) => !isOnScreens(word))).toEqual([])
    },
  )
})
