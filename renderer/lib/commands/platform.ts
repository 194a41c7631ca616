/** Whether this computer's shortcuts are held with Cmd. */
export const onMac = (): boolean => /^Mac/.test(navigator.platform)
