/**
 * What the metadata (XMP) of a PDF/A-3 say beyond PDF/A's own schemas: that it is PDF/UA-1, too, and what its attached file
 * is. PDF/A wants schemas that are not its own described in the file (ISO 19005-3, 6.6.2.3.3).
 */
export function archiveXml({ prefix, namespace, name, properties }: Schema): string {
  const values = properties.map((each) => `<${prefix}:${each.name}>${escaped(each.value)}</${prefix}:${each.name}>`)
  const external = properties.map((each) => propertyXml({ ...each, type: 'Text', category: 'external' }))
  const part = { name: 'part', type: 'Integer', category: 'internal', description: 'Part of ISO 14289' }
  return `
    <rdf:Description rdf:about="" xmlns:pdfuaid="${UA.namespace}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
    <rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${values.join('')}</rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag>
        ${schemaXml(UA, [propertyXml(part)])}
        ${schemaXml({ prefix, namespace, name }, external)}
      </rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>`
}

const UA = { prefix: 'pdfuaid', namespace: 'http://www.aiim.org/pdfua/ns/id/', name: 'PDF/UA identification' }

const schemaXml = ({ prefix, namespace, name }: Omit<Schema, 'properties'>, properties: string[]) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>${escaped(name)}</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${escaped(namespace)}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li>`

const propertyXml = ({ name, type, category, description }: Described) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>${name}</pdfaProperty:name>
    <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
    <pdfaProperty:category>${category}</pdfaProperty:category>
    <pdfaProperty:description>${escaped(description)}</pdfaProperty:description>
  </rdf:li>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A file that a document holds, which says the same as its pages, and how the metadata name it. */
export type Archive = { file: { name: string; text: string; type: string; description: string }; schema: Schema }
type Schema = {
  prefix: string
  namespace: string
  name: string
  properties: { name: string; value: string; description: string }[]
}
type Described = { name: string; type: string; category: string; description: string }
