import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = process.cwd()
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const id = z.string().regex(/^[\w-]+$/)
const validations = z.strictObject({ required: z.boolean() }).optional()
const described = { label: z.string().min(1), description: z.string().optional() }
const field = <Type extends string, Attributes extends z.ZodRawShape>(type: Type, attributes: Attributes) =>
  z.strictObject({
    type: z.literal(type),
    id,
    attributes: z.strictObject({ ...described, ...attributes }),
    validations,
  })
const hint = z.string().optional()
const options = z.array(z.string()).min(1)

/** GitHub's documented syntax of issue forms, with an id for every field. */
const issueForm = z.strictObject({
  name: z.string().min(4),
  description: z.string().min(4),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
      field('input', { placeholder: hint }),
      field('textarea', { placeholder: hint, render: z.string().optional() }),
      field('dropdown', { options }),
      field('checkboxes', {
        options: z.array(z.strictObject({ label: z.string(), required: z.boolean().optional() })),
      }),
    ]),
  ),
})

const folder = '.github/ISSUE_TEMPLATE'
const forms = readdirSync(join(root, folder)).filter((name) => name !== 'config.yml')

describe('the issue forms', () => {
  it.each(forms)('%s fits GitHub’s syntax, each field once', (name) => {
    const form = issueForm.parse(parse(textOf(join(folder, name))))
    const ids = form.body.flatMap((part) => ('id' in part ? [part.id] : []))
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are the only way to open an issue', () => {
    expect(parse(textOf(join(folder, 'config.yml')))).toEqual({ blank_issues_enabled: false })
  })

  it('ask for no client’s data', () => {
    const form = issueForm.parse(parse(textOf(join(folder, 'problem.yml'))))
    const boxes = form.body.flatMap((part) => (part.type === 'checkboxes' ? part.attributes.options : []))
    expect(boxes).toEqual([{ label: expect.stringMatching(/nothing about a client/), required: true }])
  })
})

describe('the documents about releases, support and security', () => {
  const documents = ['SUPPORT.md', 'SECURITY.md', 'RELEASING.md', 'README.md', 'CONTRIBUTING.md']
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')

  it.each(documents)('%s links to files and headings that exist', (name) => {
    const links = [...textOf(name).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link ?? '')
    const broken = links.filter((link) => {
      const [file = '', heading] = link.split('#')
      if (!existsSync(join(root, file))) return true
      const headings = [...textOf(file === '' ? name : file).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
        slug(text ?? ''),
      )
      return heading !== undefined && !headings.includes(heading)
    })
    expect(broken).toEqual([])
  })

  it.each(documents)('%s names only npm scripts that exist', (name) => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const named = [...textOf(name).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? '')
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })
})
