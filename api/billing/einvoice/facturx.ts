import type { Archive } from '../../pdf/archive.ts'

/**
 * What makes the PDF of an invoice a Factur-X (France), which is ZUGFeRD (Germany): its XML, and the metadata that name it.
 *
 * @param xml by the profile EN 16931
 * @source Factur-X 1.09 = ZUGFeRD 2.5, 6.2 and 6.3
 */
export const facturXOf = (xml: string): Archive => ({
  file: { name: FILE, text: xml, type: 'text/xml', description: 'Factur-X/ZUGFeRD invoice' },
  schema: {
    prefix: 'fx',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    name: 'Factur-X PDFA Extension Schema',
    properties: [
      { name: 'DocumentFileName', value: FILE, description: 'The name of the embedded XML document' },
      { name: 'DocumentType', value: 'INVOICE', description: 'The type of the hybrid document' },
      { name: 'Version', value: '1.0', description: 'The version of the standard applying to the embedded XML' },
      { name: 'ConformanceLevel', value: 'EN 16931', description: 'The conformance level of the embedded XML' },
    ],
  },
})

const FILE = 'factur-x.xml'
