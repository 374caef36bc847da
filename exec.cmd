@rem npm start and npm run dev begin with exec, so that a signal to npm reaches the product. Windows has no such command.
@%*
