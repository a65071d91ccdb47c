/**
 * A browser may refuse its storage to a page within a page of another website, even to ask for it. What is kept lasts as
 * long as the page then.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    window[name].getItem('')
  } catch {
    Object.defineProperty(window, name, { value: inMemory() })
  }
}

function inMemory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
