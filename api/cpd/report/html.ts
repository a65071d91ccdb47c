import type { Report } from './data.ts'

/** A report as one page of HTML, with headings and tables that assistive technology reads, and without a script. */
export function toHtml({ plan, hours, met, lines, goals, activities, qualifications }: Report): string {
  const { person, organisation, standard, cycle, start, end } = plan
  const title = `Professional development of ${person}, ${cycle}`
  // Evidence is numbered in the order in which the page names it.
  let evidence = 0
  const numbered = activities.map((activity) => ({
    ...activity,
    evidence: activity.evidence.map((file) => ({ ...file, number: ++evidence })),
  }))
  const files = numbered.flatMap((activity) => activity.evidence)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(organisation)}${standard ? `, by ${escapeHtml(standard)}` : ''}. ${start} to ${end}.</p>
<h2>Result</h2>
<p>${hours} hours in ${activities.length} activities. ${met === null ? '' : met ? 'All requirements are met.' : 'Not all requirements are met.'}</p>
${table(
  ['Requirement', 'Required', 'Counted', 'Met'],
  lines.map(({ sentence, required, counted, met }) => [sentence, required, counted, met ? 'yes' : 'no']),
)}
<h2>Plan</h2>
${paragraphs(plan.text)}
${plan.agreed_on ? `<p>Agreed on ${plan.agreed_on} by ${escapeHtml(plan.agreed_by ?? 'a supervisor')}; SHA-256 of what was agreed: <code>${plan.agreed_sha256}</code></p>` : '<p>Not agreed yet.</p>'}
${table(
  ['Goal', 'Category', 'By', 'State'],
  goals.map(({ description, plan_category, timely, state }) => [description, plan_category, timely ?? '', state]),
)}
<h2>Activities</h2>
${table(
  ['Date', 'Activity', 'Hours', 'Counts as', 'State', 'Evidence'],
  numbered.map((one) => [
    ...[one.completed_on, [one.title, one.learnings].filter(Boolean).join(': '), one.hours, one.credits, one.state],
    one.evidence.map(({ number }) => `E${number}`).join(', '),
  ]),
)}
<h2>Evidence</h2>
${table(
  ['Number', 'File', 'SHA-256'],
  files.map(({ number, name, sha256 }) => [`E${number}`, name, sha256]),
)}
<h2>Qualifications</h2>
${table(
  ['Type', 'Name', 'Level', 'Issuer', 'Expires'],
  qualifications.map(({ type, name, level, issuer, expires_on }) => [type, name, level, issuer, expires_on ?? '']),
)}
<h2>Self-evaluation</h2>
${paragraphs(plan.self_evaluation)}
</main></body></html>
`
}

const style =
  'body{font:11pt/1.4 system-ui,sans-serif;margin:2cm}table{border-collapse:collapse;width:100%}' +
  'th,td{border:1px solid;padding:.25em .5em;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'code{overflow-wrap:anywhere}thead{display:table-header-group}tr{break-inside:avoid}'

function table(heads: string[], rows: (string | number)[][]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`)
    .join('\n')
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`
}

function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim())
  return parts.length === 0 ? '<p>None.</p>' : parts.map((part) => `<p>${escapeHtml(part)}</p>`).join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)
