/** The themes that the user can choose from. */
export const themes = ['system', 'light', 'dark'] as const
