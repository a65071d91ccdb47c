/** Made by `resourceSchemas.ts` from the declaration of the resource. */
declare module 'virtual:resource/*' {
  const schema: import('../kit/forms/schema.ts').ResourceSchema
  export default schema
}

/** Made from what a call that belongs to no resource takes. */
declare module 'virtual:body/*' {
  const body: import('../kit/forms/schema.ts').BodySchema
  export default body
}

/** The version in package.json, written in by the build. */
declare const APP_VERSION: string
