/** Vite answers the file as a data: address. */
declare module "*?inline" {
  const address: string;
  export default address;
}
