/** The keys that the grid itself handles while it has the focus. */
export const gridKeys = (mac: boolean): { title: string; keys: string }[] => [
  { title: 'Next row', keys: '↓' },
  { title: 'Next column', keys: '→' },
  { title: 'First column', keys: 'Home' },
  { title: 'Last column', keys: 'End' },
  { title: 'First row', keys: mac ? 'Mod+↑' : 'Mod+Home' },
  { title: 'Last row', keys: mac ? 'Mod+↓' : 'Mod+End' },
  { title: 'Open the row', keys: 'Enter' },
  { title: 'Select the row', keys: 'Space' },
  { title: 'Select all rows', keys: 'Mod+A' },
  { title: 'Deselect all rows', keys: 'Escape' },
  { title: 'Copy the selected rows or cells', keys: 'Mod+C' },
  { title: 'Menu of the row or column', keys: 'Shift+F10' },
]
