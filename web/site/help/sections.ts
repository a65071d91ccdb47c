/**
 * The sections of a text in Markdown that contain what is searched for, in any case, each with its heading; '' if none
 * does. A section reaches to the next heading of any level.
 */
export function sectionsWith(text: string, search: string): string {
  const wanted = search.toLowerCase()
  return sectionsOf(text)
    .filter((section) => section.toLowerCase().includes(wanted))
    .join('\n\n')
}

function sectionsOf(text: string): string[] {
  const sections: string[][] = [[]]
  let is_code = false
  for (const line of text.split('\n')) {
    if (/^\s{0,3}(```|~~~)/.test(line)) is_code = !is_code
    if (!is_code && /^\s{0,3}#{1,6}\s/.test(line)) sections.push([])
    sections.at(-1)!.push(line)
  }
  return sections.map((lines) => lines.join('\n').trim()).filter(Boolean)
}
