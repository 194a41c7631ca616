/** Two displays side by side; the primary one has a bar at its top. */
const displays = [
  { id: 1, workArea: { x: 0, y: 40, width: 1920, height: 1040 } },
  { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 1024 } },
] as const
export const screen = { getPrimaryDisplay: () => displays[0], getAllDisplays: () => displays.toReversed() }
