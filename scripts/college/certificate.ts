/** A PDF of one page (PDF 1.4) that certifies something, as evidence: a title and lines in Helvetica. */
export function certificate(title: string, lines: string[]): Blob {
  const text = [
    `BT /F1 24 Tf 72 720 Td (${escaped(title)}) Tj ET`,
    ...lines.map((line, i) => `BT /F1 12 Tf 72 ${670 - 20 * i} Td (${escaped(line)}) Tj ET`),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return new Blob([`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`], { type: 'application/pdf' })
}

/** Plain ASCII: offsets count characters, and the font has no others without an encoding of their own. */
const escaped = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll('’', "'")
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[\\()]/g, '\\$&')
