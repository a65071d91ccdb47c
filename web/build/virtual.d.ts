/** Made by `resourceSchemas.ts` from the declaration of the resource. */
declare module 'virtual:resource/*' {
  const schema: import('../forms/schema.ts').ResourceSchema
  export default schema
}

/** The version in package.json, written in by the build. */
declare const APP_VERSION: string
