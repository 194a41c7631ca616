import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { headers, readRows, total } from './rows.mjs'

ModuleRegistry.registerModules([AllCommunityModule])

window.peer = {
  scroller: '.ag-body-viewport, .ag-grid-viewport',
  open(place) {
    createGrid(place, {
      columnDefs: headers.map((headerName, at) => ({ headerName, field: String(at), flex: 1 })),
      rowModelType: 'infinite',
      rowHeight: 32,
      headerHeight: 32,
      cacheBlockSize: 200,
      maxBlocksInCache: 60,
      infiniteInitialRowCount: total,
      animateRows: false,
      datasource: {
        async getRows({ startRow, endRow, successCallback }) {
          successCallback(await readRows(startRow, endRow - startRow), total)
        },
      },
    })
  },
  rowsInView() {
    const { top, bottom } = document.querySelector(this.scroller).getBoundingClientRect()
    return [...document.querySelectorAll('.ag-row')].filter((row) => {
      const rect = row.getBoundingClientRect()
      return rect.bottom > top && rect.top < bottom && row.textContent.trim() !== ''
    }).length
  },
}
