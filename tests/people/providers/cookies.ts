/** The cookies of a browser, by name. */
export class Cookies {
  #kept = new Map<string, string>()

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      this.#kept.set(name, value)
    }
  }

  header(): Record<string, string> {
    const text = [...this.#kept].map(([name, value]) => `${name}=${value}`).join('; ')
    return text ? { cookie: text } : {}
  }
}
