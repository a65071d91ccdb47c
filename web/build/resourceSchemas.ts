import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Resource } from '../../api/crud/resource.ts'

const prefix = 'virtual:resource/'
const declarations = join(import.meta.dirname, '../../api/domains.ts')
/** Request bodies of actions, by module and export. */
const bodies: Record<string, [path: string, name: string]> = {
  'virtual:body/website': ['../../api/site/website.ts', 'WebsiteBody'],
  'virtual:body/organisationwebsite': ['../../api/site/organisation_website.ts', 'OrganisationWebsiteBody'],
}

/**
 * `virtual:resource/tracker` exports what lists and forms need of that resource's declaration, `virtual:body/website`
 * the JSON schema of that action's request body.
 */
export function resourceSchemas(): Plugin {
  return {
    name: 'resource-schemas',
    resolveId: (id) => (id.startsWith(prefix) || id in bodies ? `\0${id}` : null),
    async load(id) {
      const body = bodies[id.slice(1)]
      if (body) {
        const [path, name] = body
        const module = await import(pathToFileURL(join(import.meta.dirname, path)).href)
        return `export default ${JSON.stringify(module[name])}`
      }
      if (!id.startsWith(`\0${prefix}`)) return null
      const { resources } = await import(pathToFileURL(declarations).href)
      const resource: Resource | undefined = resources[id.slice(prefix.length + 1)]
      if (!resource) throw new Error(`There is no resource ${id.slice(prefix.length + 1)}.`)
      return `export default ${JSON.stringify(schemaOf(resource))}`
    },
  }
}

function schemaOf({ name, plural, sort, default_sort, row, create, update, remove }: Resource) {
  return {
    name,
    plural,
    sorts: Object.keys(sort),
    default_sort,
    row: row.properties,
    create: create?.body,
    update: update?.body,
    removable: remove !== undefined,
  }
}
