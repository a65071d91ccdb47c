/** Some of the texts of a language, by their English keys; what is missing is shown in English. */
export type Translation<T> = { [K in keyof T]?: T[K] extends string ? string : Translation<T[K]> }
