import '@glideapps/glide-data-grid/dist/index.css'
import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid'
import { useCallback, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { headers, readRows, total } from './rows.mjs'

const blockSize = 200
const mostBlocks = 60
const blocks = new Map()
const seen = { first: 0, count: 0 }
const columns = headers.map((title) => ({ title, id: title, width: 110, grow: 1 }))

/** Glide draws on a canvas and reads no rows itself: the blocks in view are read here, and the cells drawn again once they arrive. */
function Grid() {
  const editor = useRef(null)
  const read = useCallback((block) => {
    if (blocks.has(block)) return
    blocks.set(block, null)
    void readRows(block * blockSize, blockSize).then((rows) => {
      blocks.set(block, rows)
      for (const old of blocks.keys()) {
        if (blocks.size <= mostBlocks) break
        blocks.delete(old)
      }
      const cells = []
      for (let row = seen.first; row < seen.first + seen.count; row += 1) {
        if (Math.floor(row / blockSize) !== block) continue
        for (let column = 0; column < headers.length; column += 1) cells.push({ cell: [column, row] })
      }
      editor.current?.updateCells(cells)
    })
  }, [])
  const onVisibleRegionChanged = useCallback(
    ({ y, height }) => {
      // Reads one block ahead in the direction of scrolling, as the others can do.
      const ahead = y >= seen.first ? [0, 1] : [-1, 0]
      Object.assign(seen, { first: y, count: height })
      const [first, last] = [Math.floor(y / blockSize) + ahead[0], Math.floor((y + height) / blockSize) + ahead[1]]
      for (let block = Math.max(0, first); block <= last; block += 1) read(block)
    },
    [read],
  )
  const getCellContent = useCallback(([column, row]) => {
    const text = blocks.get(Math.floor(row / blockSize))?.[row % blockSize]?.[column]
    if (text === undefined) return { kind: GridCellKind.Loading, allowOverlay: false }
    return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false }
  }, [])
  return (
    <DataEditor
      ref={editor}
      {...{ columns, getCellContent, onVisibleRegionChanged }}
      rows={total}
      rowHeight={32}
      headerHeight={32}
      width="100%"
      height="100%"
    />
  )
}

window.peer = {
  scroller: '.dvn-scroller',
  open(place) {
    createRoot(place).render(<Grid />)
  },
  rowsInView() {
    let count = 0
    for (let row = seen.first; row < seen.first + seen.count; row += 1) {
      if (blocks.get(Math.floor(row / blockSize))) count += 1
    }
    return count
  },
}
