/** In place of a package that is required in a branch that never runs, and so need not be in the bundle. */
export default function leftOut(): never {
  throw new Error('this package was left out of the bundle');
}
