const form =
  /^\/(?:connect|settings|licences|c\/[0-9a-f]{32}(?:\/[\w.~%:@!$&'()*+,;=-]+){0,4})?\/?(?:\?[\w.~%:@!$&'()*+,;=/?-]*)?$/

/** Whether a text is an address of the app itself: a path, perhaps with a query; never a host, a fragment or a scheme. */
export const isAppPath = (text: string): boolean => text.length <= 4000 && form.test(text)
