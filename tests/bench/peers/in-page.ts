/** The functions of each grid's page. */
type PeerGrid = { scroller: string; open(place: HTMLElement): void; rowsInView(): number }

declare global {
  interface Window {
    peer: PeerGrid
  }
}

/** Opens the grid and returns the milliseconds until its first rows are painted. Runs in the page. */
export async function openPeer(): Promise<number> {
  const place = document.querySelector<HTMLElement>('#place')
  if (!place) throw new Error('The page has no place for a grid.')
  const painted = () => new Promise<void>((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  await painted()
  const began = performance.now()
  window.peer.open(place)
  for (let frames = 0; frames < 1200; frames += 1) {
    await painted()
    if (window.peer.rowsInView() >= 20) return performance.now() - began
  }
  throw new Error('The grid showed no rows.')
}

/** Scrolls at an even pace, one step between any two frames, and counts late frames and frames with missing rows. Runs in the page. */
export async function scrollPeer({ rows, perFrame, frames }: { rows: number; perFrame: number; frames: number }) {
  const scroller = document.querySelector<HTMLElement>(window.peer.scroller)
  if (!scroller) throw new Error('The grid cannot be scrolled.')
  const needed = Math.floor(scroller.clientHeight / 32) - 2
  const seen = { frames: 0, late: 0, blank: 0 }
  await new Promise<void>((done) => {
    let step = 0
    let before = 0
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      if (step > 1 && window.peer.rowsInView() < needed) seen.blank += 1
      step += 1
      if (step > frames) return done()
      scroller.scrollTop = ((step * perFrame) / rows) * (scroller.scrollHeight - scroller.clientHeight)
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
  if (scroller.scrollTop === 0) throw new Error('The grid did not scroll.')
  return seen
}
