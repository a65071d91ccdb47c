import type { ExpressionSpecification } from 'maplibre-gl'

/** Filter of a layer: the features of one `kind`, where one source holds those of several layers. */
export const isOf = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]
