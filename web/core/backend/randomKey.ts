/** A key by which the server knows a repeated request. `crypto.randomUUID` is only there over https. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
