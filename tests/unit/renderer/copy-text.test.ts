import { afterEach, describe, expect, it, vi } from 'vitest'

/** The module with nothing set; `page` is whether the page's own ways of copying work. */
async function load(page: { clipboard: boolean; field: boolean }) {
  vi.resetModules()
  const written: string[] = []
  vi.stubGlobal('navigator', {
    clipboard: {
      async writeText(text: string) {
        if (!page.clipboard) throw new DOMException('denied', 'NotAllowedError')
        written.push(text)
      },
    },
  })
  const field = { value: '', style: {}, select() {}, remove() {} }
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    activeElement: null,
    createElement: () => field,
    body: { append() {} },
    execCommand: () => {
      if (page.field) written.push(field.value)
      return page.field
    },
  })
  return { ...(await import('../../../renderer/lib/copy-text.ts')), written }
}

afterEach(() => void vi.unstubAllGlobals())

describe('copying in a browser', () => {
  it('uses the clipboard, or else the deprecated way, and says whether either worked', async () => {
    for (const [page, copied] of [
      [{ clipboard: true, field: false }, true],
      [{ clipboard: false, field: true }, true],
      [{ clipboard: false, field: false }, false],
    ] as const) {
      const { copyText, written } = await load(page)
      expect(await copyText('Okafor')).toBe(copied)
      expect(written).toEqual(copied ? ['Okafor'] : [])
    }
  })
})

describe('copying on the desktop', () => {
  it('goes through the main process, whose answer counts', async () => {
    const { copyText, setShellCopy, written } = await load({ clipboard: true, field: true })
    const asked: string[] = []
    for (const answer of [true, false]) {
      setShellCopy(async (text) => {
        asked.push(text)
        return answer
      })
      expect(await copyText('Okafor')).toBe(answer)
    }
    setShellCopy(async () => {
      throw new Error('The main process is gone.')
    })
    expect(await copyText('Okafor')).toBe(false)
    expect(asked).toEqual(['Okafor', 'Okafor'])
    expect(written).toEqual([])
  })

  it('sends no text that is too long for a message', async () => {
    const { copyText, setShellCopy, written } = await load({ clipboard: false, field: true })
    const asked: number[] = []
    setShellCopy(async (text) => asked.push(text.length) > 0)
    expect(await copyText('é'.repeat(1_000_000))).toBe(true)
    expect(await copyText('\n'.repeat(2_000_000))).toBe(true)
    expect(asked).toEqual([1_000_000])
    expect(written.map(({ length }) => length)).toEqual([2_000_000])
  })
})
