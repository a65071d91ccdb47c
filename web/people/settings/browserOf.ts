/** The browser and the system that a User-Agent names, as far as people know them by these names. */
export function browserOf(user_agent: string | null): { browser: string; system: string } | null {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  return browser && system ? { browser, system } : null
}

// Each names those that it resembles, so the most particular comes first.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
