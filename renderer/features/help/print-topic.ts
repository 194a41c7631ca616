/** Prints the open topic alone; see the print rules in `help.module.css`. */
export function printTopic(): void {
  try {
    document.documentElement.dataset.printing = 'help'
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
  }
}
