import encodeQR from 'qr'
import { makePdf, type Pdf } from '../../pdf/document.ts'
import { dayText } from '../engine/amounts.ts'

/** Certificates as tagged PDF, each on a page of its own, made in a worker thread. The same ones give the same bytes. */
export function layOut({ certificates, check_at }: Certificates): Promise<Buffer> {
  const [first] = certificates
  const title =
    certificates.length === 1 ? `Certificate: ${first!.person}, ${first!.cycle}` : `Certificates: ${first!.cycle}`
  const created_at = new Date(`${first!.issued_on}T00:00:00Z`)
  return makePdf({ title, author: first!.organisation, created_at }, (pdf) => {
    pdf.heading(1, certificates.length === 1 ? 'Certificate of compliance' : title)
    for (const [index, one] of certificates.entries()) {
      if (index > 0) pdf.doc.addPage()
      if (certificates.length > 1) pdf.heading(2, `Certificate of compliance: ${one.person}`)
      write(pdf, one, check_at)
    }
  })
}

function write(pdf: Pdf, one: Certificate, check_at: string): void {
  const { person, number, organisation, cycle, standard, start, end, issued_on, code } = one
  pdf.paragraph(`${organisation} certifies that ${person} has met what was required in ${cycle}.`, { bold: true })
  pdf.facts([
    ['Name', person],
    ...(number ? [['Registration number', number] as [string, string]] : []),
    ['Period', `${dayText(start)} to ${dayText(end)}`],
    ...(standard ? [['Standard', standard] as [string, string]] : []),
    ['Issued by', organisation],
    ['Issued on', dayText(issued_on)],
    ['Code', grouped(code)],
  ])
  pdf.space(12)
  const address = `${check_at}${code}`
  pdf.squares(encodeQR(address, 'raw', { ecc: 'medium' }), { alt: `The address ${address} as a QR code`, width: 110 })
  pdf.paragraph(`Whether this certificate holds is checked at ${address}, without an account.`)
}

/** As people read it out. */
const grouped = (code: string) => code.replaceAll(/(.{5})(?=.)/g, '$1-')

export type Certificate = {
  code: string
  person: string
  number: string
  organisation: string
  cycle: string
  standard: string
  start: string
  end: string
  issued_on: string
}
export type Certificates = { certificates: Certificate[]; check_at: string }
