/** Vite turns the file into a data: URL. */
declare module "*?inline" {
  const address: string;
  export default address;
}
