import type { Locator } from 'playwright'

/** A locator for a control that has the focus. A dialog's opener must have the focus again after the dialog is closed. */
export const keyboardOn = (control: Locator) => control.and(control.page().locator(':focus')).waitFor()
