/** Browser and operating system of a User-Agent, by their common names. */
export function browserOf(user_agent: string | null): { browser: string; system: string } | null {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  return browser && system ? { browser, system } : null
}

// User-Agents name the browsers they are compatible with, so the most specific comes first.
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
