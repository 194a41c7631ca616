const form =
  /^\/(?:connect|settings|licences|c\/[0-9a-f]{32}(?:\/[\w.~%:@!$&'()*+,;=-]+){0,4})?\/?(?:\?[\w.~%:@!$&'()*+,;=/?-]*)?$/

/** True if a text is a path within the app, optionally with a query. A host, fragment or scheme is not allowed. */
export const isAppPath = (text: string): boolean => text.length <= 20_000 && form.test(text)
