import { type Static, Type } from 'typebox'

export const fieldKinds = [
  ...(['text', 'longtext', 'number', 'date', 'choice', 'choices', 'scale', 'procedure', 'file', 'signature'] as const),
] as const

/** A field of a form. `show_if` names an earlier field and the answer for which this one is shown. */
export const FormField = Type.Object(
  {
    name: Type.String({
      maxLength: 50,
      pattern: '^[a-z][a-z0-9_]{0,49}$',
      description: 'lower-case letters, digits and _',
    }),
    label: Type.String({ minLength: 1, maxLength: 500 }),
    kind: Type.Unsafe<(typeof fieldKinds)[number]>(Type.String({ enum: [...fieldKinds] })),
    required: Type.Optional(Type.Boolean()),
    /** Of a number or scale; of a text its characters. */
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    /** Of a choice. */
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    show_if: Type.Optional(
      Type.Object(
        {
          field: Type.String({ maxLength: 50 }),
          is: Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type FormField = Static<typeof FormField>
