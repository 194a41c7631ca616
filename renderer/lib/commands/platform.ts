/** Returns true on macOS, where shortcuts use Cmd. */
export const onMac = (): boolean => /^Mac/.test(navigator.platform)
