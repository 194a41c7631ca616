/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownText } from '../../../renderer/components/MarkdownText.tsx'

const render = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />)

/** Tags and attributes (not texts) that may load, run or navigate. */
const active =
  /<(a|img|script|iframe|object|embed|svg|style|link|form|input|video|audio|base|meta)\b|<[^>]+\s(href|src|style|on\w+)=/i

describe('Markdown from a record', () => {
  it('keeps its structure', () => {
    const markup = render('# Terms\n\nThe **trust** holds:\n\n- one\n- two\n')
    expect(markup).toContain('<h3>Terms</h3>')
    expect(markup).toContain('<strong>trust</strong>')
    expect(markup.match(/<li>/g)).toHaveLength(2)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/track.png)',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '[x](javascript:alert(1))',
    '[x](https://evil.example)',
    '<https://evil.example>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<style>*{display:none}</style>',
    '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>',
    '[x]: javascript:alert(1)\n[x]',
    '<form action="https://evil.example"><input name=q></form>',
    '- [ ] a box',
    '"><img src=x onerror=alert(1)>',
    '&#60;img src=x onerror=alert(1)&#62;',
    '[x](vbscript:alert(1) "onmouseover=alert(1)")',
  ])('makes nothing active of %s', (text) => {
    expect(render(text)).not.toMatch(active)
  })

  it('shows where a safe link would lead, and drops the address of an unsafe one', () => {
    expect(render('[the deed](https://example.com/deed)')).toContain('title="https://example.com/deed"')
    expect(render('[mail](mailto:a@example.com)')).toContain('title="mailto:a@example.com"')
    for (const unsafe of [
      'javascript:alert(1)',
      'http://example.com',
      'file:///etc/passwd',
      '//example.com',
      'data:text/html,x',
    ]) {
      expect(render(`[x](${unsafe})`)).not.toContain('title=')
    }
  })
})
