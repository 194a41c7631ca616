/**
 * The reference to compare with: a windowed list of plain DOM rows from an array in memory, drawn in the frame of its scroll
 * event, with the app's row height, columns and overscan. Runs in the page.
 */
export function installPlainList({ rows, names }: { rows: number; names: readonly string[] }): void {
  const rowHeight = 32
  const maxHeight = 15_000_000
  const overscan = 6
  const lists = new Map(
    names.map((name) => [
      name,
      Array.from({ length: rows }, (_, at) => [
        `${name} ${at}`,
        `Household ${at % 170_000}`,
        'Yes',
        'No',
        'No',
        'Yes',
        'Jan 1, 1970',
        `person${at}@example.com`,
        '3 years ago',
      ]),
    ]),
  )
  const show = (name: string) => {
    const data = lists.get(name) ?? []
    const grid = document.createElement('div')
    grid.setAttribute('role', 'grid')
    grid.setAttribute('aria-label', name)
    grid.style.cssText = 'position:fixed;inset:90px 0 0 224px;overflow:auto;font:13px/31px system-ui'
    const body = document.createElement('div')
    const height = Math.min(maxHeight, data.length * rowHeight)
    body.style.cssText = `position:relative;height:${height}px;overflow:clip`
    grid.append(body)
    document.body.replaceChildren(grid)
    const draw = () => {
      const travel = height - grid.clientHeight
      const offset = travel > 0 ? (grid.scrollTop / travel) * (data.length * rowHeight - grid.clientHeight) : 0
      const first = Math.max(0, Math.floor(offset / rowHeight) - overscan)
      const last = Math.min(data.length - 1, Math.ceil((offset + grid.clientHeight) / rowHeight) + overscan)
      const lines: HTMLElement[] = []
      for (let at = first; at <= last; at += 1) {
        const line = document.createElement('div')
        line.dataset.line = String(at)
        line.style.cssText = `position:absolute;top:0;left:0;right:0;height:32px;display:grid;grid-template-columns:repeat(9,1fr);transform:translateY(${Math.round(grid.scrollTop + at * rowHeight - offset)}px)`
        for (const text of data[at] ?? []) {
          const cell = document.createElement('div')
          cell.textContent = text
          line.append(cell)
        }
        lines.push(line)
      }
      body.replaceChildren(...lines)
    }
    grid.addEventListener('scroll', draw, { passive: true })
    draw()
  }
  document.addEventListener('bench-show', (event) => show((event as CustomEvent<string>).detail))
  show('Households')
}
