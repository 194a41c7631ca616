/** Measurements of one stretch of scrolling. */
export type Stretch = { frames: number; late: number; blank: number; longestTask: number; script: number }

/** Returns the milliseconds until a list has painted its first rows. Runs in the page. */
export async function firstRows({ name, plain }: { name: string; plain: boolean }): Promise<number> {
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      })
    })
  await painted()
  const began = performance.now()
  if (plain) document.dispatchEvent(new CustomEvent('bench-show', { detail: name }))
  else {
    const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Main"] a')]
    links.find((link) => link.textContent.trim() === name)?.click()
  }
  for (let frames = 0; frames < 1200; frames += 1) {
    await painted()
    const rows = document.querySelectorAll(`[role="grid"][aria-label="${name}"] [data-line]:not([aria-busy])`)
    if (rows.length >= 20) return performance.now() - began
  }
  throw new Error(`${name} showed no rows.`)
}

/** Jumps to a place in the list (0 to 1) and returns the milliseconds until its rows are painted. Runs in the page. */
export async function jump(to: number): Promise<number> {
  const grid = document.querySelector<HTMLElement>('[role="grid"]')
  if (!grid) throw new Error('There is no list.')
  const began = performance.now()
  grid.scrollTop = to * (grid.scrollHeight - grid.clientHeight)
  for (let frames = 0; frames < 1200; frames += 1) {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    const lines = [...grid.querySelectorAll<HTMLElement>('[data-line]')]
    const { top, bottom } = grid.getBoundingClientRect()
    const inView = lines.filter((line) => {
      const rect = line.getBoundingClientRect()
      return rect.bottom > top + 32 && rect.top < bottom
    })
    if (inView.length * 32 >= grid.clientHeight - 64 && inView.every((line) => !line.hasAttribute('aria-busy')))
      return performance.now() - began
  }
  throw new Error('The rows never came.')
}

type Scroll = {
  /** First and last row of the stretch. */ from: number
  to: number
  rows: number
  frames: number
}

/**
 * Scrolls a stretch of the list at an even pace, one step between any two frames, as real input does. After each paint it checks
 * whether rows were missing. Runs in the page.
 */
export async function scrollStretch({ from, to, rows, frames }: Scroll): Promise<Stretch> {
  const grid = document.querySelector<HTMLElement>('[role="grid"]')
  if (!grid) throw new Error('There is no list.')
  const seen: Stretch = { frames: 0, late: 0, blank: 0, longestTask: 0, script: 0 }
  const tasks = new PerformanceObserver((found) => {
    for (const { duration } of found.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
  })
  tasks.observe({ entryTypes: ['longtask'] })
  const rowsInView = () => {
    const { top, bottom } = grid.getBoundingClientRect()
    let drawn = 0
    for (const line of grid.querySelectorAll<HTMLElement>('[data-line]:not([aria-busy])')) {
      const rect = line.getBoundingClientRect()
      if (rect.bottom > top + 32 && rect.top < bottom) drawn += 1
    }
    return drawn
  }
  const needed = Math.floor((grid.clientHeight - 32) / 32)
  const place = (row: number) => (row / rows) * (grid.scrollHeight - grid.clientHeight)
  const warmUp = 30
  await new Promise<void>((done) => {
    let step = -warmUp
    let before = 0
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      if (step > 0 && rowsInView() < needed) seen.blank += 1
      step += 1
      if (step > frames) return done()
      grid.scrollTop = place(from + ((to - from) * Math.max(0, step)) / frames)
      requestAnimationFrame(frame)
    }
    const frame = (at: number) => {
      if (step > 1) {
        seen.frames += 1
        // Frame times are only accurate to about 0.1 ms, hence the tolerance.
        if (at - before > 16.7 + 0.3) seen.late += 1
      }
      before = at
      port2.postMessage(null)
    }
    requestAnimationFrame(frame)
  })
  tasks.disconnect()
  return seen
}
