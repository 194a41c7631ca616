import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packPolicy, packStyle, paper } from '../../../electron/exports/pack/paper.ts'

it('prints in the light colours of the theme', () => {
  const theme = readFileSync(join(import.meta.dirname, '../../../renderer/app/theme.css'), 'utf8')
  const [light = ''] = theme.split('@media screen')
  for (const [name, value] of Object.entries(paper)) expect(light).toContain(`${name}: ${value};`)
})

it('writes a name into a style sheet so that it cannot end its string', () => {
  const written = (left: string) => /@top-left \{ content: (".*"); font: 9px/.exec(packStyle({ left, right: '' }))?.[1]
  expect(written('Okafor 2')).toBe('"Okafor 2"')
  expect(written('"; } </style>\n')).toBe('"\\22 \\3b  \\7d  \\3c \\2f style\\3e \\a "')
  expect(packStyle({ left: '</style><script>', right: '' })).not.toContain('</style>')
})

it('admits the one style of the document and nothing else', () => {
  expect(packPolicy('h1 {}')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:;/)
})
