import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packPolicy, packStyle, paperColors } from '../../../electron/exports/pack/paper.ts'
import { themeColors } from '../../../shared/estate-drawing/map-colors.ts'

it('prints in the light colours of the theme', () => {
  const theme = readFileSync(join(import.meta.dirname, '../../../renderer/app/theme.css'), 'utf8')
  const [light = ''] = theme.split('@media screen')
  const variables = themeColors((color) => color)
  const people = Array.from({ length: 100 }, (_, at) => `client_profile_${at}`)
  const colors = [
    ...(['ground', 'quiet', 'line', 'ink', 'inkQuiet', 'onBox', 'negative'] as const).map(
      (name) => [variables[name], paperColors[name]] as const,
    ),
    ...people.map((id) => [variables.ofPerson(id), paperColors.ofPerson(id)] as const),
  ]
  expect(new Set(colors.map(([variable]) => variable)).size).toBe(15)
  for (const [variable, value] of colors) expect(light).toContain(`${variable.slice(4, -1)}: ${value};`)
})

it('writes a name into a style sheet so that it cannot end its string', () => {
  const written = (left: string) =>
    /@top-left \{ content: (".*"); font: 9px/.exec(packStyle({ left, right: '', firm: '' }))?.[1]
  expect(written('Okafor 2')).toBe('"Okafor 2"')
  expect(written('"; } </style>\n')).toBe('"\\22 \\3b  \\7d  \\3c \\2f style\\3e \\a "')
  expect(packStyle({ left: '</style><script>', right: '', firm: '' })).not.toContain('</style>')
})

it('admits the one style of the document and nothing else', () => {
  expect(packPolicy('h1 {}')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:;/)
})
